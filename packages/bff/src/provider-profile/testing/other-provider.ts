import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:http'
import express, { type Express, type Request } from 'express'
import type { ProviderDeclaration } from '../declaration.ts'

/** An authorization server that is not Harbour, with a small API of its own, started for a test. */
export interface OtherProvider {
  readonly clientId: string
  readonly clientSecret: string
  /** The file of its profile. */
  readonly profile: Omit<ProviderDeclaration, 'clientId' | 'clientSecret'>
  readonly paths: { readonly token: string; readonly revoke: string }
  /** The calls that it received, oldest first. */
  readonly calls: readonly ProviderCall[]
  /** The person refuses from now on, or allows again. */
  setAnswer(answer: 'allow' | 'deny'): void
  /** The person removes the application there. */
  removeAccess(): Promise<void>
  /** Returns true if it accepts this access token. */
  isAlive(accessToken: string): Promise<boolean>
  close(): Promise<void>
}

export interface ProviderCall {
  readonly path: string
  readonly authorization: string | undefined
  readonly fields: Readonly<Record<string, string>>
}

/** The behaviour of a provider that a test starts. */
export interface OtherOptions {
  readonly refresh: 'rotates' | 'keeps' | 'none'
  readonly revokes: boolean
}

export const OTHER_CLIENT = { clientId: 'the client/1', clientSecret: 'p%ss: word+enough' }
/** The one person who is signed in there. */
export const PERSON = { id: 4711, email: 'rosa@ledger.example' }
export const SCOPES = {
  'books.read': { en: 'See your books', de: 'Ihre Bücher sehen', fr: 'Voir vos livres' },
} as const

interface ListeningOther {
  readonly app: Express
  readonly url: string
  readonly calls: readonly ProviderCall[]
  /** Records a call whose body was read as text. */
  note(req: Request): void
  close(): Promise<void>
}

/** An application on a loopback port that records the calls it receives. */
export async function listenAsOther(): Promise<ListeningOther> {
  const app = express()
  const server: Server = createServer(app)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const calls: ProviderCall[] = []
  return {
    ...{ app, url, calls },
    note(req: Request) {
      const fields = Object.fromEntries(new URLSearchParams(String(req.body ?? '')))
      calls.push({ path: req.path, authorization: req.get('authorization'), fields })
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const bearerOf = (req: Request): string => /^Bearer (.+)$/.exec(req.get('authorization') ?? '')?.[1] ?? ''

/** Serves `POST /graphql`, `GET /me` and `GET /company` for the holder of a token. */
export function serveApi(
  app: Express,
  deps: { readonly note: (req: Request) => void; readonly isAlive: (token: string) => Promise<boolean> },
): void {
  app.use(['/graphql', '/me', '/company'], async (req, res, next) => {
    deps.note(req)
    if (await deps.isAlive(bearerOf(req))) next()
    else res.status(401).json({ error: 'invalid_token' })
  })
  app.post('/graphql', (_req, res) => {
    res.json({ data: { user: { id: String(PERSON.id), defaultEmail: PERSON.email } } })
  })
  app.get('/me', (_req, res) => void res.json({ id: PERSON.id, contact: { mail: PERSON.email } }))
  app.get('/company', (_req, res) => void res.json({ company: { number: 12, title: 'Rosa & Sons' } }))
}
