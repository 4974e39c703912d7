import { startMailServer, type MailServer } from '@counterfoil/testkit/mail-server'
import { until } from '@counterfoil/testkit/until'
import { allow, DEMO_PASSWORD, expect, signIn, test as base } from '../fixtures.ts'
import { expectAccessible } from './accessibility.ts'

const READS = 'user:read business:read account:read customer:read invoice:read product:read sales_tax:read'

const test = base.extend<object, { mails: MailServer }>({
  mails: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures out of the pattern
    async ({}, use) => {
      const mails = await startMailServer()
      await use(mails)
      await mails.close()
    },
    { scope: 'worker' },
  ],
  stackOptions: [
    async ({ mails }, use) => {
      await use({
        provider: { PROVIDER_SEED: 'demo' },
        bff: {
          BFF_PROVIDER_SCOPES: `${READS} transaction:read`,
          BFF_SMTP_URL: mails.url,
          BFF_MAIL_FROM: 'letters@app.example',
          BFF_SWEEP_SECONDS: '1',
        },
      })
    },
    { scope: 'worker' },
  ],
})

test.use({ timezoneId: 'UTC' })

/** Returns the decoded part of a mail with this content type. */
function partOf(raw: string, type: string): string {
  const part = raw.split(/\r\n--[^\r]+\r\n/).find((each) => each.startsWith(`Content-Type: ${type}`)) ?? ''
  const [head = '', ...body] = part.split('\r\n\r\n')
  const coded = body.join('\r\n\r\n')
  if (head.includes('base64')) return Buffer.from(coded, 'base64').toString()
  const bytes = coded
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

test('the Monday letter is switched on by one press, contains the sentences of the overview, and is stopped by one press', async ({
  page,
  stack,
  mails,
}, info) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, { email: 'many@harbour.example', password: DEMO_PASSWORD })
  await allow(page, 'Northwind Trading')
  await page.goto('/settings/connection')
  const card = page.getByRole('region', { name: 'Monday letter' })
  await card.getByRole('button', { name: 'Send me the letter' }).click()
  await expect(card).toContainText('The next one goes to your email address at Harbour on')
  await expectAccessible(page, info, 'monday-letter-card')

  const now = new Date(await stack.now())
  const noon = new Date(now)
  noon.setUTCDate(now.getUTCDate() + ((8 - now.getUTCDay()) % 7 || 7))
  noon.setUTCHours(12, 0, 0, 0)
  await stack.advance(noon.getTime() - now.getTime())
  const [mail] = await until('the letter has come', () => mails.received.length > 0 && mails.received)
  expect(mail?.to).toEqual(['many@harbour.example'])
  const html = partOf(mail?.raw ?? '', 'text/html')
  const stop = /href="([^"]*\/letter\/stop[^"]*)"/.exec(html)?.[1] ?? ''
  expect(mail?.headers.get('list-unsubscribe')).toBe(`<${stop}>`)

  const inbox = await page.context().newPage()
  await inbox.setContent(html)
  await expect(inbox.getByRole('heading', { name: 'Monday letter: Northwind Trading' })).toBeVisible()
  await expect(inbox.getByText(/^You have .+ is owed to you/)).toBeVisible()
  const remind = inbox.getByRole('link', { name: /^Remind / }).first()
  const customer = (await remind.textContent())?.replace('Remind ', '') ?? ''
  await inbox.screenshot({ path: info.outputPath('letter.png'), fullPage: true })
  // The letter links to the page of the to-do item.
  await page.goto((await remind.getAttribute('href')) ?? '')
  await expect(page.getByRole('main')).toContainText(customer)

  const stopPage = await page.context().browser()?.newPage()
  await stopPage?.goto(stop)
  await stopPage?.getByRole('button', { name: 'Stop this letter' }).click()
  await expect(stopPage!.getByRole('heading', { name: 'The Monday letter is stopped' })).toBeVisible()
  await stopPage?.close()
  await page.goto('/settings/connection')
  await expect(card).toContainText('It’s off.')
  await stack.advance(7 * 86_400_000)
  expect(mails.received).toHaveLength(1)
})
