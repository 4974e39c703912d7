import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { describe, expect, it } from 'vitest'
import { asBusinessId } from '@counterfoil/oauth/testing/ids'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { parseConfig } from '../config.ts'
import { runCommand } from '#admin/run-command.ts'
import { signIn } from '#testing/harbour-client.ts'
import { startProvider } from '#testing/provider-fixture.ts'

async function signedIn(base: string, email: string) {
  const agent = createBrowserAgent()
  await signIn(agent, await agent.visit(`${base}/sign-in`), email)
  return agent
}

describe('the page of plans', () => {
  it('leads back to the application that waits for the plan, once it is renewed', async () => {
    const provider = await startProvider()
    const client = await provider.createClient({ name: 'Ledger Pal', homePageUrl: 'https://ledger.example/' })
    const { grantId } = await provider.connect(client)
    await provider.deps.db
      .updateTable('plans')
      .set({ state: 'lapsed' })
      .where('business_id', '=', asBusinessId((await provider.deps.grants.find(grantId))?.businessId ?? ''))
      .execute()
    const agent = await signedIn(provider.base, 'many@harbour.example')
    const plans = await agent.visit(`${provider.base}/plans`)
    const renewed = await agent.submit(plans, formTo(plans, '/plans/renew'))
    expect(renewed.body).toMatch(/href="https:\/\/ledger\.example\/"[^>]*>(?:<span>)?Back to Ledger Pal</)
    await provider.close()
  })

  it('changes nothing if the switch is off: it has no button, and names the person to ask', async () => {
    const provider = await startProvider({ env: { PROVIDER_FREE_PLANS: 'false' } })
    const agent = await signedIn(provider.base, 'lapsed@harbour.example')
    const plans = await agent.visit(`${provider.base}/plans`)
    expect(plans.body).toContain('Ask whoever looks after Harbour for you to change its plan.')
    expect(plans.body).not.toMatch(/plans\/renew|plans\/create|costs nothing/)
    for (const path of ['/plans/renew', '/plans/create'])
      expect((await agent.post(provider.base + path, { name: 'x' }, { from: plans.url })).status).toBe(404)
    const { handle } = await provider.authorize(await provider.createClient())
    const asked = await agent.visit(`${provider.base}/authorize/${handle ?? ''}`)
    expect(asked.body).toContain('Ask whoever looks after Harbour')
    expect(asked.body).not.toMatch(/href="\/plans/)
    await provider.close()
  })

  it('are free by default only in the demonstration on this machine', () => {
    const isFree = (env: Readonly<Record<string, string>>) =>
      parseConfig({ PROVIDER_SECRET: testSecret(), ...env }).plansAreFree
    expect(isFree({ PROVIDER_SEED: 'demo' })).toBe(true)
    expect(isFree({})).toBe(false)
    expect(
      isFree({ PROVIDER_SEED: 'demo', PROVIDER_SEED_PUBLIC: 'true', DATABASE_URL: 'postgres://x/y' }),
    ).toBe(false)
    expect(isFree({ PROVIDER_FREE_PLANS: 'true' })).toBe(true)
  })

  it('sorts businesses by name', async () => {
    const provider = await startProvider()
    for (const name of ['Shop 10', 'Shop 2'])
      await runCommand(provider.deps, [
        'business',
        'create',
        '--owner',
        'empty@harbour.example',
        '--name',
        name,
      ])
    const plans = await (
      await signedIn(provider.base, 'empty@harbour.example')
    ).visit(`${provider.base}/plans`)
    expect(plans.body.indexOf('Shop 2')).toBeLessThan(plans.body.indexOf('Shop 10'))
    await provider.close()
  })
})
