import { METADATA_PATH } from '@counterfoil/oauth/endpoints'
import { request, type Dispatcher } from 'undici'
import { z } from 'zod'
import { readAnswer } from './answer-reader.ts'

const MetadataSchema = z.object({ code_challenge_methods_supported: z.array(z.string()).optional() })

const KEEP_MS = 10 * 60_000
const KEEP_FAILURE_MS = 30_000
const TIMEOUT_MS = 2000

/**
 * Does the provider take PKCE with S256? Asks its metadata and remembers the answer.
 *
 * When it cannot be asked, the challenge is sent: a server that does not know it must ignore it
 * (RFC 6749 section 3.1), and one that does keeps its protection.
 * @see RFC 8414 section 2
 */
export function createPkceQuestion(deps: {
  readonly authUrl: string
  readonly setting: 'auto' | 'on' | 'off'
  readonly dispatcher: Dispatcher
  readonly clock: () => number
}): () => Promise<boolean> {
  let known: { readonly answer: Promise<boolean>; readonly untilMs: number } | undefined

  async function askProvider(): Promise<boolean> {
    try {
      const answer = await request(`${deps.authUrl}${METADATA_PATH}`, {
        headers: { accept: 'application/json' },
        dispatcher: deps.dispatcher,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (answer.statusCode === 404) {
        await answer.body.dump()
        return false
      }
      const parsed = MetadataSchema.safeParse(JSON.parse(await readAnswer(answer.body)))
      if (answer.statusCode !== 200 || !parsed.success) throw new Error('no metadata')
      return parsed.data.code_challenge_methods_supported?.includes('S256') ?? false
    } catch {
      known = { answer: Promise.resolve(true), untilMs: deps.clock() + KEEP_FAILURE_MS }
      return true
    }
  }

  return async () => {
    if (deps.setting !== 'auto') return deps.setting === 'on'
    if (known === undefined || deps.clock() >= known.untilMs) {
      known = { answer: askProvider(), untilMs: deps.clock() + KEEP_MS }
    }
    return known.answer
  }
}
