import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'

/** Tokens and codes that a measured server created beforehand for the load to use. */
export interface Prepared {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
  /** Each can be exchanged once. */
  readonly codes: readonly string[]
  readonly refreshTokens: readonly string[]
  readonly accessTokens: readonly string[]
  readonly tokenPath: string
  /** How a Bearer token is asked about. */
  readonly introspection:
    { readonly kind: 'bearer'; readonly path: string } | { readonly kind: 'form'; readonly path: string }
}

export const REDIRECT_URI = 'http://localhost:3000/callback'
export const SCOPE = 'user:read business:read'
export const ACCESS_TOKEN_SECONDS = 7200
export const POOL_CONNECTIONS = 10
/** Codes and tokens belong to so many people: nobody's row is everybody's bottleneck. */
export const PEOPLE = 1000

/** Settings that {@link startSubject} passes to the process. */
export function readTask() {
  return {
    databaseUrl: process.env['DATABASE_URL'] ?? '',
    preparedFile: process.env['PREPARED_FILE'] ?? '',
    codes: Number(process.env['CODES']),
    tokens: Number(process.env['TOKENS']),
  }
}

/** Writes `prepared` to `file`, then prints the port of the server. */
export function announce(file: string, prepared: Prepared, port: number): void {
  writeFileSync(file, JSON.stringify(prepared))
  process.stdout.write(`port ${port}\n`)
}

/** Returns the digest that each server stores instead of a code or a token. */
export function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** Runs `make` for each index, some at a time. */
export async function inBatches(count: number, make: (index: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += 200) {
    const batch = Array.from({ length: Math.min(200, count - from) }, (_, index) => make(from + index))
    await Promise.all(batch)
  }
}
