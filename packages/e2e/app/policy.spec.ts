import { expect, test as base } from '../fixtures.ts'

// These tests expect violations of the Content-Security-Policy.
const test = base.extend({
  noPageErrors: async ({ context }, use) => {
    context.setDefaultTimeout(30_000)
    await use()
  },
})

const INJECTED = `
<script>window.ran = 'inline script'</script>
<script src="data:text/javascript,window.ran='script from data'"></script>
<img src="nowhere" onerror="window.ran = 'handler'">
<a id="link" href="javascript:window.ran='address'">x</a>
<form id="form" action="https://evil.example/" method="post"></form>
<iframe src="https://evil.example/"></iframe>
<base href="https://evil.example/">
</body>`

test('markup injected into a page runs nothing, loads nothing and sends nothing elsewhere', async ({
  page,
  stack,
}) => {
  const leaving: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(stack.appUrl) && !request.url().startsWith('data:'))
      leaving.push(request.url())
  })
  await page.route(`${stack.appUrl}/`, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({ response, body: html.replace('</body>', INJECTED) })
  })
  await page.goto('/')
  await page.locator('#link').evaluate((link: HTMLAnchorElement) => link.click())
  await page.locator('#form').evaluate((form: HTMLFormElement) => form.submit())
  const sent = await page.evaluate(() =>
    fetch('https://evil.example/').then(
      () => 'sent',
      () => 'refused',
    ),
  )
  expect(sent).toBe('refused')
  const base = await page.evaluate(() => document.baseURI)
  expect(base.startsWith(stack.appUrl)).toBe(true)
  expect(await page.evaluate(() => (window as { ran?: string }).ran)).toBeUndefined()
  expect(leaving).toEqual([])

  // The operator receives the violation, and an uncaught error, without text of the page.
  const told = async () => {
    await page.evaluate(() =>
      setTimeout(() => {
        throw new RangeError('what somebody typed')
      }),
    )
    const lines = (await stack.logs()).split('\n')
    return lines.filter((line) => line.includes('"browser.report"')).join('\n')
  }
  await expect
    .poll(told)
    .toMatch(/"kind":"policy","what":"script-src-elem"[^]*"kind":"error","what":"RangeError"/)
  expect(await stack.logs()).not.toContain('what somebody typed')
})

test('a script cannot write text as markup (Trusted Types)', async ({ page }) => {
  await page.goto('/')
  const outcome = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<b>written</b>'
      return 'written'
    } catch (error) {
      return error instanceof Error ? error.name : 'other'
    }
  })
  expect(outcome).toBe('TypeError')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('no other site can frame the app, and the Content-Security-Policy lists what a page may do', async ({
  request,
}) => {
  const answer = await request.get('/')
  const policy = answer.headers()['content-security-policy'] ?? ''
  for (const part of [
    "default-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ]) {
    expect(policy).toContain(part)
  }
  expect(answer.headers()['x-frame-options']).toBe('DENY')
  expect(policy).not.toContain("'unsafe-")
})
