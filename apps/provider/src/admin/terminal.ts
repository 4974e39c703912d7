import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CommandError, type Command, type CommandInput } from './command.ts'

/** Reads the input of a command: on a terminal, a password twice and hidden; otherwise the first line of standard input. */
export async function askInput(what: Command['asks']): Promise<CommandInput> {
  switch (what) {
    case undefined:
      return {}
    case 'confirmation':
      return {
        confirmation: (
          await readLine('Type the address of the account to delete it for good: ', 'shown')
        ).trim(),
      }
    case 'client_secret':
      return { clientSecret: (await readLine('Client secret: ', 'hidden')).trim() }
    case 'new_password': {
      const password = await readLine('New password: ', 'hidden')
      if (process.stdin.isTTY && password !== (await readLine('The same again: ', 'hidden')))
        throw new CommandError('invalid', 'The two passwords differ. Nothing was changed.')
      return { password }
    }
  }
}

function readLine(question: string, echo: 'shown' | 'hidden'): Promise<string> {
  const isTerminal = process.stdin.isTTY
  // Standard output is for the answer; readline would echo the typed text to its output.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: echo === 'hidden' || !isTerminal ? nowhere : process.stderr,
    terminal: isTerminal,
  })
  if (isTerminal) process.stderr.write(question)
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
    })
    lines.once('SIGINT', () => lines.close())
    lines.once('close', () => {
      if (isTerminal && echo === 'hidden') process.stderr.write('\n')
      reject(new CommandError('usage', 'Nothing was typed, and nothing was changed.'))
    })
  })
}
