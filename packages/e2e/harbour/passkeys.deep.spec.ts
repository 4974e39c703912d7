import type { Page } from '@playwright/test'
import { HARBOUR_PASSKEY_PAGES } from '@counterfoil/testkit/walked-pages'
import { expectAccessible } from './accessibility.ts'
import { expect, signInHere, test } from './harbour-fixtures.ts'
import { watch } from './large-text.ts'

/** Harbour has a host name, since browsers allow no passkeys for an IP address. */
test.use({ stackOptions: { provider: { PROVIDER_PUBLIC_URL: '' } } })

/** Adds a virtual authenticator that verifies the user without asking. It answers buttons only: autofill would start at once. */
async function addDevice(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey is offered, created, used to sign in and to confirm, and removed', async ({
  page,
  stack,
  makePerson,
}, info) => {
  test.slow()
  const url = stack.providerUrl.replace('127.0.0.1', 'localhost')
  const heading = page.getByRole('heading', { level: 1 })
  const { fits, tooWide, unseen } = watch(page, info, HARBOUR_PASSKEY_PAGES)
  const person = await makePerson({ 'Northwind Trading': 'active' })
  const press = (name: string) => page.getByRole('button', { name }).click()
  await addDevice(page)

  await page.goto(`${url}/sign-in?return_to=/plans`)
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await expectAccessible(page, info, 'sign-in')
  await page.reload()
  await signInHere(page, person)
  await expect(heading).toHaveText('Sign in faster next time')
  await fits('offer')
  await expectAccessible(page, info, 'offer')
  await page.reload()
  await page.getByLabel('Name').fill('My laptop')
  await page.getByLabel('Name').press('Enter')
  await expect(heading).toHaveText('Your passkey is ready')
  await expectAccessible(page, info, 'made')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(heading).toHaveText('Plans')

  await page.goto(`${url}/security`)
  await expect(page.getByText('My laptop').first()).toBeVisible()
  await expectAccessible(page, info, 'security')
  await page.goto(`${url}/sign-out`)
  await page.getByRole('button', { name: /^Sign out / }).click()
  await expect(heading).toHaveText('You’re signed out of Harbour.')

  await page.goto(`${url}/sign-in?return_to=/security`)
  await press('Sign in with a passkey')
  await expect(heading).toHaveText('How you sign in')
  await expect(page.getByText(/last used just now/).first()).toBeVisible()

  await stack.advance(5 * 60_000)
  await page.getByRole('link', { name: 'Remove My laptop' }).click()
  await expect(heading).toHaveText('Enter your password to continue.')
  await expectAccessible(page, info, 'confirm')
  await page.reload()
  await press('Use a passkey')
  await expect(heading).toHaveText('Remove this passkey?')
  await fits('remove')
  await expectAccessible(page, info, 'remove')
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(heading).toHaveText('How you sign in')
  await expect(page.getByText('My laptop')).toHaveCount(0)

  await page.goto(`${url}/sign-out`)
  await page.getByRole('button', { name: /^Sign out / }).click()
  await page.goto(`${url}/sign-in?return_to=/security`)
  await press('Sign in with a passkey')
  await expect(page.getByRole('alert')).toContainText('That passkey didn’t work')
  await expectAccessible(page, info, 'refused')
  await signInHere(page, person)
  await expect(heading).toHaveText('How you sign in')
  expect([tooWide, unseen()]).toEqual([[], []])
})
