import type { FakeBehaviour } from '@counterfoil/testkit/fake-behaviour'
import { statusBadge, expect, openDetails, test } from '../scripted.ts'

/** Every way in which a provider can fail to answer; none ends a connection. */

const FAULTS: Readonly<Record<string, FakeBehaviour>> = {
  'an error 500': { kind: 'answer', status: 500, body: { message: 'no' } },
  'a time-out': { kind: 'silent' },
  'broken JSON': {
    kind: 'answer',
    status: 200,
    body: '{"data":',
    headers: { 'content-type': 'application/json' },
  },
  'a page of HTML': { kind: 'answer', status: 200, body: '<!doctype html><h1>Welcome</h1>' },
  'an answer that breaks off': { kind: 'cut', bytes: 5 },
  'a connection that is cut': { kind: 'drop' },
  '"slow down"': { kind: 'answer', status: 429, body: '', headers: { 'retry-after': '1' } },
}

for (const [name, behaviour] of Object.entries(FAULTS)) {
  test(`${name} is never reported as a lost connection, neither when reading figures nor when refreshing tokens`, async ({
    page,
    provider,
  }) => {
    await openDetails(page)
    // A rate limit counts as an answer of the provider.
    const mark =
      behaviour.kind === 'answer' && behaviour.status === 429 ? 'A short pause' : 'Harbour isn’t answering'
    const isTrouble = async () => {
      await page.goto('/')
      await expect(statusBadge(page)).toContainText(mark)
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
      await expect(page.getByText('Reconnect needed')).toHaveCount(0)
      await expect(page.getByRole('button', { name: /^Reconnect/ })).toHaveCount(0)
    }
    provider.always('graphql', behaviour)
    await isTrouble()
    provider.always('graphql')
    provider.always('token', behaviour)
    provider.killAccessTokens()
    await isTrouble()
    provider.always('token')
    // The connection works again as soon as the provider answers, without a reconnection.
    await page.goto('/settings/connection')
    // A rate-limited provider gets no request until the limit ends, however often this is pressed.
    await expect(async () => {
      await page.getByRole('button', { name: 'Run the check-up' }).click()
      await expect(statusBadge(page)).toContainText('Connected', { timeout: 2_000 })
    }).toPass()
  })
}
