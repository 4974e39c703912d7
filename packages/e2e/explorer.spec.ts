import { expect, test } from './fixtures.ts'

/** Monaco keeps its text in many small pieces. */
const RESULT = '.result-window'

test('a developer opens the endpoint, reads the documentation, and runs a query with a personal token', async ({
  page,
  stack,
  makePerson,
}) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  const { token } = (await stack.harbour('token', 'create', '--user', person.email)) as { token: string }
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(stack.graphqlUrl)) elsewhere.push(request.url())
  })

  await page.goto(stack.graphqlUrl)
  await page.getByLabel('Access token').fill(token)
  await page.getByRole('button', { name: /^Execute query/ }).click()
  await expect(page.locator(RESULT)).toContainText(person.email)
  await expect(page.locator(RESULT)).toContainText('Northwind')

  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  await page.getByRole('link', { name: 'Query', exact: true }).first().click()
  await expect(page.getByText('Where every reading operation starts.')).toBeVisible()

  expect(elsewhere).toEqual([])
  expect(page.url()).toBe(stack.graphqlUrl)
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  expect(kept).not.toContain(token)
  expect(await stack.logs()).not.toContain(token)
})
