import { startMailServer, type MailServer } from '@counterfoil/testkit/mail-server'
import { until } from '@counterfoil/testkit/until'
import { expectAccessible } from './accessibility.ts'
import { expect, test as base } from './harbour-fixtures.ts'

/** Harbour sends mail to this server, which shows the language of an account. */
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

test('a person who chooses Deutsch gets Harbour and its mails in German from then on', async ({
  page,
  stack,
  mail,
  makePerson,
}, info) => {
  test.slow()
  const { email, password } = await makePerson({ 'Northwind Trading': 'active' })
  await page.goto(`${stack.providerUrl}/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.goto(`${stack.providerUrl}/plans`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Tarife')
  await page.reload()
  await expect(heading).toHaveText('Tarife')
  expect(await (await page.request.get(`${stack.providerUrl}/help`)).text()).toContain('<html lang="de">')

  // A visitor requests a mail in another browser, which is set to English.
  const other = await page.context().browser()?.newContext({ locale: 'en-GB' })
  if (other === undefined) throw new Error('no browser')
  const elsewhere = await other.newPage()
  await elsewhere.goto(`${stack.providerUrl}/forgot-password`)
  await elsewhere.getByLabel('Email').fill(email)
  await elsewhere.getByRole('button', { name: 'Send the link' }).click()
  const sent = await until('the mail is there', () => mail.received.find(({ to }) => to.includes(email)))
  expect(sent.text).toContain('hat jemand einen Link angefordert')
  const link = /^http:.*\/reset-password\?token=.*$/m.exec(sent.text)?.[0] ?? ''
  await other.close()

  await page.goto(link)
  await expect(heading).toHaveText('Neues Passwort festlegen')
  await expectAccessible(page, info, 'set-de')
  await page.getByLabel('Neues Passwort').fill('ein ganz neues Passwort')
  await page.getByRole('button', { name: 'Passwort festlegen' }).click()
  await expect(heading).toHaveText('Ihr neues Passwort ist festgelegt')
  const told = await until('the second mail is there', () =>
    mail.received.find((one) => one.to.includes(email) && one !== sent),
  )
  expect(told.text).toContain(`wurde das Passwort des Harbour-Kontos ${email} geändert`)
})
