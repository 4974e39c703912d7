import { connect, type Socket } from 'node:net'
import { z } from 'zod'
import type { CommandInput } from './command.ts'

/** The data folder or database that the caller expects the provider to serve, without user and password. */
const NamedPlaceSchema = z.object({
  setting: z.enum(['DATABASE_URL', 'PROVIDER_DATA_DIR']),
  place: z.string(),
})
export type NamedPlace = z.infer<typeof NamedPlaceSchema>

/** The messages on the socket: one line for the request, one for the answer. */
export const RequestSchema = z.object({
  argv: z.array(z.string()),
  input: z
    .object({
      password: z.string().optional(),
      confirmation: z.string().optional(),
      clientSecret: z.string().optional(),
    })
    .default({}),
  place: NamedPlaceSchema.optional(),
})
const AnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), json: z.unknown(), text: z.string() }),
  z.object({ kind: z.literal('refused'), code: z.string(), message: z.string() }),
])
export type AdminAnswer = z.infer<typeof AnswerSchema>

const MAX_LINE_CHARACTERS = 1_000_000

/**
 * Runs a command in the provider that listens on the socket; undefined if none does.
 * @param place The expected data folder or database. A provider with another one refuses the command
 */
export async function askRunningProvider(
  path: string,
  argv: readonly string[],
  input: CommandInput,
  place?: NamedPlace,
): Promise<AdminAnswer | undefined> {
  const socket = await openSocket(path)
  if (socket === undefined) return undefined
  socket.write(`${JSON.stringify({ argv, input, place })}\n`)
  const line = await readLine(socket)
  socket.destroy()
  return AnswerSchema.parse(JSON.parse(line))
}

/** Connects to a socket; undefined if no process listens on it. */
export function openSocket(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })
}

/** Reads the first line from the socket. */
export function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
      const end = text.indexOf('\n')
      if (end !== -1) resolve(text.slice(0, end))
      else if (text.length > MAX_LINE_CHARACTERS) reject(new Error('the line is too long'))
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the connection ended')))
  })
}
