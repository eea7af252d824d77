// What Sabaki does with an engine, by its own module @sabaki/gtp: synchronise, analyse, play, and stop an analysis by asking for
// the protocol version. A game that ends is followed by another, until TURNS positions are analysed for SECONDS each, a line every
// INTERVAL hundredths of a second. Usage: node sabaki_client.js MODULES SIZE TURNS SECONDS INTERVAL COMMAND [ARGUMENT ...]
// Prints a JSON array a line: [name of the command, line of its response as Sabaki's subscriber gets it].
const {join} = require('path')
const [modules, size, turns, seconds, interval, command, ...words] = process.argv.slice(2)
const {Controller, ControllerStateTracker} = require(join(modules, '@sabaki', 'gtp'))

const controller = new Controller(command, words)
const tracker = new ControllerStateTracker(controller)
const send = (name, ...args) =>
  controller.sendCommand({name, args}, ({line}) => console.log(JSON.stringify([name, line])))
const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time * 1000))
const synchronise = (komi, history) => tracker.sync({komi, boardsize: [+size, +size], history: [...history]})

async function run() {
  await Promise.all(['name', 'version', 'protocol_version', 'list_commands'].map((name) => send(name)))
  let history = []
  for (let turn = 0; turn < turns; turn++) {
    await synchronise(7.5, history)
    const colour = 'BW'[history.length % 2]
    const analysis = send('kata-analyze', colour, interval, 'rootInfo', 'true')
    await sleep(seconds)
    await Promise.all([analysis, send('protocol_version')])
    const response = await send('kata-genmove_analyze', colour, interval)
    const move = response.content.match(/play (\S+)/)[1]
    history.push({name: 'play', args: [colour, move]})
    const [before, last] = history.slice(-2).map(({args}) => args[1].toLowerCase())
    if (move === 'resign' || (before === 'pass' && last === 'pass')) history = []
  }
  await synchronise(6.5, history.slice(0, -2))    // steps back by undo
  const analysis = send('lz-analyze', 'B', interval)
  await sleep(1)
  await Promise.all([analysis, send('protocol_version')])
  await controller.stop()
}

run().catch((error) => {
  console.error(error)
  process.exit(1)
})
