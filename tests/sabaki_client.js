// What Sabaki does with an engine, by its own module @sabaki/gtp: synchronise, analyse, play, and stop an analysis by asking for
// the protocol version. Usage: node sabaki_client.js MODULES SECONDS COMMAND [ARGUMENT ...]
// Prints a JSON array a line: [name of the command, line of its response as Sabaki's subscriber gets it].
const {join} = require('path')
const [modules, seconds, command, ...words] = process.argv.slice(2)
const {Controller, ControllerStateTracker} = require(join(modules, '@sabaki', 'gtp'))

const controller = new Controller(command, words)
const tracker = new ControllerStateTracker(controller)
const send = (name, ...args) =>
  controller.sendCommand({name, args}, ({line}) => console.log(JSON.stringify([name, line])))
const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time * 1000))

async function run() {
  await Promise.all(['name', 'version', 'protocol_version', 'list_commands'].map((name) => send(name)))
  const history = []
  for (let turn = 0; turn < 6; turn++) {
    await tracker.sync({komi: 7.5, boardsize: [9, 9], history: [...history]})
    const colour = 'BW'[turn % 2]
    const analysis = send('kata-analyze', colour, '2', 'rootInfo', 'true')
    await sleep(seconds / 6)
    await Promise.all([analysis, send('protocol_version')])
    const response = await send('kata-genmove_analyze', colour, '2')
    const move = response.content.match(/play (\S+)/)[1]
    history.push({name: 'play', args: [colour, move]})
  }
  await tracker.sync({komi: 6.5, boardsize: [9, 9], history: history.slice(0, -2)})   // steps back by undo
  const analysis = send('lz-analyze', 'B', '2')
  await sleep(1)
  await Promise.all([analysis, send('protocol_version')])
  await controller.stop()
}

run().catch((error) => {
  console.error(error)
  process.exit(1)
})
