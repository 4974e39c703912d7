import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { AUTHORIZE_PATH, TOKEN_PATH } from '@counterfoil/oauth/endpoints'
import { startChild } from '@counterfoil/testkit/child'
import { buildGoProgram, findGoLibrary } from '@counterfoil/testkit/go-program'
import type { AccessToken, UserId } from '@counterfoil/oauth/ids'
import { allowInBrowser } from '#testing/allow-in-browser.ts'
import { REDIRECT_URI, SCOPE, startProvider } from '#testing/provider-fixture.ts'

const library = await findGoLibrary()
/** The time limit in milliseconds. Without a cache, Go first builds its standard library. */
const BUILD_TIMEOUT_MS = 600_000

describe('golang.org/x/oauth2', () => {
  it.skipIf(library === undefined)(
    'signs in, calls and refreshes as the example of the package shows',
    async () => {
      if (library === undefined) return
      await using program = await buildGoProgram(
        library,
        join(import.meta.dirname, 'golang-client', 'main.go'),
      )
      const provider = await startProvider()
      const client = await provider.createClient()
      const running = startChild(program.path, [], {
        env: {
          CLIENT_ID: client.clientId,
          CLIENT_SECRET: client.secret,
          SCOPE,
          REDIRECT_URL: REDIRECT_URI,
          AUTH_URL: provider.base + AUTHORIZE_PATH,
          TOKEN_URL: provider.base + TOKEN_PATH,
          GRAPHQL_URL: `${provider.base}/graphql/public`,
        },
        stdin: 'pipe',
      })
      try {
        const lines = createInterface(running.process.stdout as Readable)[Symbol.asyncIterator]()
        const line = async () => String((await lines.next()).value)
        const callback = await allowInBrowser(await line())
        running.process.stdin?.end(`${callback.searchParams.get('code') ?? ''}\n`)
        const answer = await line()
        expect(await running.exited).toBe(0)

        const calls = JSON.parse(answer) as readonly { accessToken: AccessToken; userId: UserId }[]
        expect(await Promise.all(calls.map((call) => provider.bearer(call.accessToken)))).toEqual([
          'revoked',
          'active',
        ])
        expect(calls.map((call) => call.userId)).toEqual([expect.stringMatching(/./), calls[0]?.userId])
      } finally {
        await running.stop()
        await provider.close()
      }
    },
    BUILD_TIMEOUT_MS,
  )
})
