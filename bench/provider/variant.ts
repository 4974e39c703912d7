import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Tokens and codes that a measured server created beforehand for the load to use. */
export interface Prepared {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
  /** Authorization codes; each can be exchanged once. */
  readonly codes: readonly string[]
  readonly refreshTokens: readonly string[]
  readonly accessTokens: readonly string[]
  readonly tokenPath: string
  /** The request that checks a Bearer token. */
  readonly introspection:
    | { readonly kind: 'bearer'; readonly path: string }
    | { readonly kind: 'form'; readonly path: string }
}

/** The preparation of a measured server; {@link startSubject} passes the settings to its process. */
export const TASK = {
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  preparedFile: process.env['PREPARED_FILE'] ?? '',
  codes: Number(process.env['CODES']),
  tokens: Number(process.env['TOKENS']),
  redirectUri: 'http://localhost:3000/callback',
  scope: 'user:read business:read',
  accessTokenSeconds: 7200,
  poolConnections: 10,
  /** The number of people who own the codes and tokens, so that no row becomes a bottleneck. */
  people: 1000,
}

/** Starts `server`, writes `prepared` to the task's file, and prints the port. */
export function announce(prepared: Omit<Prepared, 'redirectUri'>, server: Pick<Server, 'listen'>): void {
  const listening = server.listen(0, '127.0.0.1', () => {
    const { preparedFile, redirectUri } = TASK
    writeFileSync(preparedFile, JSON.stringify({ ...prepared, redirectUri } satisfies Prepared))
    process.stdout.write(`port ${(listening.address() as AddressInfo).port}\n`)
  })
  process.once('SIGTERM', () => process.exit(0))
}

/** Returns the digest that each server stores instead of a code or a token. */
export function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** Runs `make` for each of `items`, 200 at a time. */
export async function inBatches<Item>(
  items: readonly Item[],
  make: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < items.length; from += 200)
    await Promise.all(items.slice(from, from + 200).map((item, index) => make(item, from + index)))
}
