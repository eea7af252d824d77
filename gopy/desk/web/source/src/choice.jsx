/** A few choices side by side. */
export function Choice({ label, options, value, onChange }) {
  return (
    <fieldset class="choice"><legend>{label}</legend>
      <div>{Object.entries(options).map(([key, text]) => (
        <label key={key} class={key === String(value) ? "chosen" : ""}>
          <input type="radio" name={label} checked={key === String(value)} onChange={() => onChange(key)} />{text}
        </label>
      ))}</div>
    </fieldset>
  );
}
