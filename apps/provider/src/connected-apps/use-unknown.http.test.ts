import { createBrowserAgent } from '@counterfoil/testkit/browser-agent'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headingOf, signIn } from '#testing/harbour-client.ts'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'

let provider: ProviderFixture
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

describe('the list of connected apps while the counters of use cannot be read', () => {
  it('shows the apps, their details and the buttons to remove them, and reports the missing counts', async () => {
    const client = await provider.createClient({ name: 'Ledger Pal' })
    const { grantId } = await provider.connect(client)
    const agent = createBrowserAgent()
    const page = await signIn(
      agent,
      await agent.visit(`${provider.base}/connected-apps`),
      'many@harbour.example',
    )
    expect(page.body).toContain('Has not read anything yet')

    await sql`alter table grant_usage rename to grant_usage_away`.execute(provider.deps.db)
    const list = await agent.visit(`${provider.base}/connected-apps`)
    expect(list.status).toBe(200)
    expect(list.body).toContain('We can’t show when apps last read right now.')
    expect(list.body).toContain('Ledger Pal')
    expect(list.body).not.toContain('Has not read anything yet')
    const details = await agent.visit(`${provider.base}/connected-apps/${grantId}`)
    expect(headingOf(details)).toContain('Ledger Pal and ')
    expect(details.body).toContain('We can’t show when apps last read right now.')
    const remove = await agent.visit(`${provider.base}/connected-apps/${grantId}/remove`)
    expect(headingOf(remove)).toContain('Remove Ledger Pal’s access')
    await sql`alter table grant_usage_away rename to grant_usage`.execute(provider.deps.db)
    expect((await agent.visit(`${provider.base}/connected-apps`)).body).toContain('Has not read anything yet')
  })
})

describe('the list of connected apps while the database cannot be read', () => {
  it('is a masked fault of ours with the reference of the log, and names no app', async () => {
    const client = await provider.createClient({ name: 'Ledger Pal' })
    const { handle } = await provider.authorize(client)
    const agent = createBrowserAgent()
    await signIn(agent, await agent.visit(`${provider.base}/sign-in`), 'many@harbour.example')
    await sql`alter table memberships rename to memberships_away`.execute(provider.deps.db)
    const page = await agent.visit(`${provider.base}/authorize/${handle ?? ''}`)
    await sql`alter table memberships_away rename to memberships`.execute(provider.deps.db)
    expect(page.status).toBe(500)
    expect(headingOf(page)).toBe('Sorry, there is a problem with Harbour')
    expect(page.body).toContain('Nothing was shared with Ledger Pal. Try again later.')
    expect(page.body).not.toMatch(/memberships|does not exist/)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect((await agent.visit(`${provider.base}/authorize/${handle ?? ''}`)).status).toBe(200)
  })
})
