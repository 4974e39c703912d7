import type { Page } from '@playwright/test'
import type { GraphqlRequest } from '@counterfoil/testkit/fake-endpoints'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startScriptedStack, type ScriptedStack } from '@counterfoil/testkit/scripted-stack'
import { connectUnseen, expect, takenOver, test as base } from './fixtures.ts'

export { statusBadge, expect, takenOver } from './fixtures.ts'

export const NORTHWIND = 'Northwind Trading'

/** A provider's answer about a business in its normal state. */
export const NORTHWIND_DETAILS = {
  __typename: 'Business',
  name: NORTHWIND,
  timezone: 'America/Toronto',
  address: {
    __typename: 'Address',
    addressLine1: '12 Wharf Street',
    addressLine2: null,
    city: 'Toronto',
    postalCode: 'M5V 2T6',
    province: { __typename: 'Province', name: 'Ontario' },
    country: { __typename: 'Country', code: 'CA', name: 'Canada' },
  },
  currency: { __typename: 'Currency', code: 'CAD' },
  type: { __typename: 'BusinessType', name: 'Retailers', value: 'RETAILERS' },
}

/** Returns a correct answer to either query of the app: about the person, or about the business with these `details`. */
export function goodAnswer(
  { query, grant }: GraphqlRequest,
  details: object = NORTHWIND_DETAILS,
): { data: Record<string, unknown> } {
  if (query.includes('business(')) return { data: { business: { ...details, id: grant.businessId } } }
  return {
    data: {
      user: {
        ...{ __typename: 'User', id: grant.userId, defaultEmail: grant.email },
        ...{ firstName: 'Robin', lastName: 'Vale', createdAt: '2026-01-02T03:04:05.000Z' },
      },
    },
  }
}

/**
 * Tests of the app beside a provider that is right or wrong on demand: any provider of the interface, not Harbour.
 * Every test has a person of its own.
 */
export const test = base.extend<
  { provider: FakeProvider },
  {
    /** Additional settings of the BFF by their environment variables. */
    bffSettings: Readonly<Record<string, string>>
    scripted: ScriptedStack
  }
>({
  bffSettings: [{}, { option: true, scope: 'worker' }],
  scripted: [
    async ({ bffSettings }, use) => {
      const stack = await startScriptedStack({
        BFF_UPSTREAM_TIMEOUT_MS: '2500',
        BFF_TOKEN_TIMEOUT_MS: '2500',
        ...bffSettings,
      })
      await use(stack)
      await stack.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ scripted }, use) => use(scripted.appUrl),
  provider: [
    async ({ scripted }, use) => {
      const { provider } = scripted
      provider.person({
        userId: globalId('User'),
        email: `${crypto.randomUUID().slice(0, 13)}@harbour.example`,
        businessId: globalId('Business'),
        businessName: NORTHWIND,
      })
      provider.onGraphql((request) => goodAnswer(request))
      await use(provider)
      for (const endpoint of ['authorize', 'token', 'revoke', 'graphql', 'metadata'] as const)
        provider.always(endpoint)
    },
    { auto: true },
  ],
})

function globalId(type: string): string {
  return btoa(`${type}:${crypto.randomUUID()}`)
}

/** Connects the person of this test without rendering a page: the scripted provider asks no questions. */
export async function connectScripted(page: Page): Promise<void> {
  await connectUnseen(page)
}

/** Connects, and waits on the connection page until the business details are loaded. */
export async function openDetails(page: Page): Promise<void> {
  await connectScripted(page)
  await page.goto('/settings/connection')
  await expect(page.getByText('Read from Harbour just now.')).toBeVisible()
  await takenOver(page)
}

/**
 * Records the announcements of the polite live region on every page opened from now on. Announcements of loading are left out,
 * because they depend on the load of the machine.
 */
export async function listenToStatus(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver(() => {
      const text = document.querySelector('#status')?.textContent?.trim() ?? ''
      if (text !== '' && !text.startsWith('Loading ') && text !== said.at(-1)) said.push(text)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { said: readonly string[] }).said)
}
