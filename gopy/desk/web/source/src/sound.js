// The sounds of stones, made by the browser itself: a stone on wood, stones that are taken, a pass.
let context = null;

/** A short burst of noise through a filter, as of something hard on wood. */
function knock(at, { pitch, loudness, length }) {
  const samples = Math.ceil(context.sampleRate * length);
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < samples; index++) data[index] = (2 * Math.random() - 1) * Math.exp((-7 * index) / samples);
  const source = context.createBufferSource(), filter = context.createBiquadFilter(), gain = context.createGain();
  source.buffer = buffer;
  Object.assign(filter, { type: "bandpass" });
  filter.frequency.value = pitch;
  filter.Q.value = 1.2;
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}

function tone(at, pitch) {
  const source = context.createOscillator(), gain = context.createGain();
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(0.08, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.25);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + 0.25);
}

/** The sound of a move: a stone, as many stones as it has taken, or a pass. Browsers stay silent until the page was touched. */
export function moveSound({ pass, captured }) {
  try {
    context ??= new AudioContext();
    context.resume();
    const now = context.currentTime + 0.01;
    if (pass) return tone(now, 392);
    knock(now, { pitch: 1900 + 300 * Math.random(), loudness: 0.9, length: 0.05 });
    knock(now, { pitch: 320, loudness: 0.7, length: 0.09 });
    for (let stone = 0; stone < Math.min(captured, 8); stone++) {
      knock(now + 0.16 + 0.07 * stone * (1 + 0.3 * Math.random()), { pitch: 2600 + 500 * Math.random(), loudness: 0.35, length: 0.035 });
    }
  } catch { /* a browser without sound */ }
}
