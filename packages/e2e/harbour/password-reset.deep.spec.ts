import type { Page } from '@playwright/test'
import { startMailServer, type MailServer } from '@counterfoil/testkit/mail-server'
import { until } from '@counterfoil/testkit/until'
import { expectAccessible } from './accessibility.ts'
import { expect, signInHere, test as base } from './harbour-fixtures.ts'

/** Harbour sends mail to this server: links to set a password are offered and sent. */
const test = base.extend<object, { mail: MailServer }>({
  mail: [
    async ({ browserName: _browserName }, use) => {
      const server = await startMailServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  stackOptions: [
    async ({ mail }, use) =>
      use({ provider: { PROVIDER_SMTP_URL: mail.url, PROVIDER_MAIL_FROM: 'accounts@harbour.example' } }),
    { scope: 'worker' },
  ],
})

const NEW_PASSWORD = 'a wholly new password'

async function askForLink(page: Page, mail: MailServer, email: string): Promise<string> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  const sent = await until('the mail is there', () => mail.received.find(({ to }) => to.includes(email)))
  return /^http:.*\/reset-password\?token=.*$/m.exec(sent.text)?.[0] ?? ''
}

test('a person resets a forgotten password by a link in a mail, and signs in with it', async ({
  page,
  stack,
  mail,
  makePerson,
}, info) => {
  test.slow()
  const { email } = await makePerson({ 'Northwind Trading': 'active' })
  await page.goto(`${stack.providerUrl}/sign-in`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expectAccessible(page, info, 'forgot')
  const link = await askForLink(page, mail, email)
  await expectAccessible(page, info, 'sent')

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set a new password')
  // The secret of the link is in no address that could be sent as a referrer.
  expect(page.url()).not.toContain('token=')
  await expectAccessible(page, info, 'set')
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, info, 'set-refused')
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your new password is set')
  await expectAccessible(page, info, 'done')

  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await signInHere(page, { email, password: NEW_PASSWORD })
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work any more')
  await expectAccessible(page, info, 'dead')
})
