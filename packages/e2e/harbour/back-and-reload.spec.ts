import { expect, signInHere, test } from './harbour-fixtures.ts'

test('after a wrong password, Back and a reload show pages without a warning and send nothing again', async ({
  page,
  stack,
  makePerson,
}) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  await page.goto(`${stack.providerUrl}/help`)
  await page.goto(`${stack.providerUrl}/sign-in?return_to=%2Fplans`)
  await signInHere(page, { email: person.email, password: 'mistyped' })
  await expect(page).toHaveTitle('Error: Sign in to Harbour – Harbour')
  await page.reload()
  await expect(page).toHaveTitle('Error: Sign in to Harbour – Harbour')
  await signInHere(page, person)
  await expect(page).toHaveTitle('Plans – Harbour')
  for (const title of ['Sign in to Harbour – Harbour', 'Sign in to Harbour – Harbour', 'Help – Harbour']) {
    await page.goBack()
    await expect(page).toHaveTitle(new RegExp(`^(Error: )?${title}$`))
  }
  expect(posts).toEqual(['/sign-in', '/sign-in'])
})

test('a business is created once, however often its page is reloaded', async ({
  page,
  stack,
  makePerson,
}) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  await page.goto(`${stack.providerUrl}/plans`)
  await signInHere(page, person)
  await page.getByRole('button', { name: 'Create business' }).click()
  await expect(page).toHaveTitle('Error: Plans – Harbour')
  await page.getByLabel('Name of the business').fill('Quay Tea')
  await page.getByRole('button', { name: 'Create business' }).click()
  const created = 'Quay Tea is ready, on an active Pro plan – Plans – Harbour'
  await expect(page).toHaveTitle(created)
  await page.reload()
  await expect(page).toHaveTitle(created)
  await page.goBack()
  await page.goForward()
  await expect(page).toHaveTitle(created)
  await page.goto(`${stack.providerUrl}/plans`)
  await expect(page.getByRole('heading', { level: 2, name: 'Quay Tea' })).toHaveCount(1)
})
