import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GrantId } from '@counterfoil/oauth/ids'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'

const DAY_MS = 86_400_000
let provider: ProviderFixture
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

/** Returns the days on the page of a grant, in a browser with this time zone. */
async function stripOf(grantId: GrantId, zone: string) {
  const agent = createBrowserAgent()
  const signInPage = await agent.visit(`${provider.base}/sign-in`)
  const { action, fields } = formTo(signInPage, '/sign-in')
  const form = { ...fields, email: 'many@harbour.example', password: 'harbour-demo', zone }
  await agent.post(action, form, { from: signInPage.url })
  const { body } = await agent.visit(`${provider.base}/connected-apps/${grantId}`)
  return {
    body,
    days: [...body.matchAll(/<i class="[a-z]*" title="([^"]*)"/g)].map(([, title]) => title),
    before: body.match(/<i class="before">/g)?.length ?? 0,
  }
}

function dayIn(atMs: number, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone }).format(atMs)
  return day.replaceAll(' ', '\u00A0')
}

describe('the days of use on the page of an app', () => {
  it('are divided at midnight in the reader’s time zone, and begin with the day of the connection', async () => {
    const { clock, applicationLog } = provider.deps
    // 02:00 UTC: still the previous day in Toronto, the same day in Kathmandu.
    provider.advance(DAY_MS - (clock() % DAY_MS) + 2 * 3_600_000)
    const { grantId } = await provider.connect(await provider.createClient())
    applicationLog.recordUse(grantId)
    await applicationLog.flush()
    const firstMs = clock()
    const first = { toronto: dayIn(firstMs, 'America/Toronto'), here: dayIn(firstMs, 'Asia/Kathmandu') }
    expect(first.toronto).not.toBe(first.here)
    expect(await stripOf(grantId, 'America/Toronto')).toMatchObject({
      days: [`${first.toronto}: read once`],
      before: 29,
    })
    expect(await stripOf(grantId, 'Asia/Kathmandu')).toMatchObject({ days: [`${first.here}: read once`] })

    // Four hours later the next day has begun in Toronto too.
    provider.advance(4 * 3_600_000)
    applicationLog.recordUse(grantId)
    applicationLog.recordUse(grantId)
    await applicationLog.flush()
    const toronto = await stripOf(grantId, 'America/Toronto')
    expect(toronto.days).toEqual([`${first.toronto}: read once`, `${first.here}: read 2 times`])
    expect(toronto.before).toBe(28)
    expect(toronto.body).toContain('It read on 2 days since it was allowed, 3 times in all.')
    expect(toronto.body).not.toContain('UTC')
    const kathmandu = await stripOf(grantId, 'Asia/Kathmandu')
    expect(kathmandu.days).toEqual([`${first.here}: read 3 times`])
    expect(kathmandu.body).toContain('It read on 1 day since it was allowed, 3 times in all.')
    const unknown = await stripOf(grantId, '')
    expect(unknown.days).toEqual([`${first.here}: read 3 times`])
    expect(unknown.body).toContain('Days are in UTC.')

    // The day of the connection leaves the thirty days one day earlier in Toronto, where it was the previous day.
    provider.advance(29 * DAY_MS)
    expect((await stripOf(grantId, 'America/Toronto')).body).toContain(
      'It read on 1 of the last 30 days, 2 times in all.',
    )
    expect((await stripOf(grantId, 'Asia/Kathmandu')).body).toContain(
      'It read on 1 of the last 30 days, 3 times in all.',
    )
  })
})
