import type { Locator, Page } from '@playwright/test'
import {
  allow,
  statusBadge,
  DEMO_PASSWORD,
  expect,
  signIn,
  takenOver,
  test,
  connectUnseen,
} from '../fixtures.ts'

/** Each title is a known problem of other products. */

const NORTHWIND = 'Northwind Trading'
const FERN = 'Fern & Co'

function connectButton(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: 'Connect a business' })
}

test('access removed at Harbour while the app is open is reported in every tab', async ({
  context,
  page,
  stack,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/businesses')
  await expect(statusBadge(other)).toContainText('Connected')
  await stack.harbour('access', 'remove', '--user', person.email, '--all')
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
  await expect(statusBadge(page)).toContainText('Reconnect needed')
  await expect(statusBadge(other)).toContainText('Reconnect needed')
})

test('a closed or unreachable provider is never reported as a lost connection', async ({
  page,
  stack,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  try {
    await stack.setProvider('shut')
    await page.goto('/profile')
    await expect(statusBadge(page)).toContainText('Harbour isn’t answering')
    await expect(page.getByText('Reconnect needed')).toHaveCount(0)
    // After the access token expired, its refresh fails, and the connection still survives.
    await stack.advance(7_260_000)
    await page.goto('/')
    await expect(statusBadge(page)).toContainText('Harbour isn’t answering')
    await expect(page.getByText('Reconnect needed')).toHaveCount(0)
  } finally {
    await stack.setProvider('open')
  }
})

test('an outage is announced once, however many parts of the page it affects', async ({
  page,
  stack,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/')
  await expect(page.getByText(/has no activity in Harbour yet/)).toBeVisible()
  await takenOver(page)
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver(() => said.push(document.querySelector('#status')?.textContent ?? '')).observe(
      document.querySelector('#status') ?? document.body,
      { childList: true, characterData: true, subtree: true },
    )
  })
  await stack.setProvider('shut')
  try {
    await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
    await expect(statusBadge(page)).toContainText('Harbour isn’t answering')
    await expect(page.getByRole('heading', { level: 2, name: 'Harbour isn’t answering' })).toHaveCount(1)
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)
    expect(said.filter((text) => text.includes('isn’t answering'))).toHaveLength(1)
  } finally {
    await stack.setProvider('open')
  }
})

test('a reconnection that returns another business changes nothing until the person decides', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active', [FERN]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  const askAgain = async () => {
    await page.goto('/settings/connection')
    await page.getByText('Having trouble?').click()
    await page.getByRole('button', { name: 'Ask me again at Harbour' }).click()
    await page.getByText('Choose a different business').click()
    await allow(page, FERN)
    await expect(
      page.getByRole('heading', { level: 1, name: 'You chose a different business' }),
    ).toBeVisible()
  }
  await askAgain()
  await page.getByRole('button', { name: `Keep ${NORTHWIND}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${NORTHWIND} is kept` })).toBeFocused()
  await expect(page).toHaveTitle(`${NORTHWIND} is kept – Counterfoil`)
  await page.goto('/businesses')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([NORTHWIND])
  await askAgain()
  await page.getByRole('button', { name: `Connect ${FERN}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: /onnected to Fern & Co/ })).toBeFocused()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: FERN })).toBeVisible()
})

test('a reconnection by another person asks who shall own the connection', async ({ page, makePerson }) => {
  const first = await makePerson({ [NORTHWIND]: 'active' })
  const second = await makePerson({ [FERN]: 'active' })
  await connectUnseen(page, first, NORTHWIND)
  await page.goto('/settings/connection')
  await page.getByText('Having trouble?').click()
  await page.getByRole('button', { name: 'Ask me again at Harbour' }).click()
  await page
    .getByRole('link', { name: /Not you/ })
    .or(page.getByRole('button', { name: /Not you/ }))
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Which account?' })).toBeVisible()
  await page.getByRole('button', { name: 'Use another account' }).click()
  await signIn(page, second)
  await allow(page, FERN)
  await expect(
    page.getByRole('heading', { level: 1, name: 'That’s a different Harbour account' }),
  ).toBeVisible()
  await expect(page.getByText(first.email).first()).toBeVisible()
  await page.getByRole('button', { name: `Use ${first.email}` }).click()
  // The result replaces the question, in the heading, too.
  await expect(page.getByRole('heading', { level: 1, name: `${NORTHWIND} is kept` })).toBeFocused()
  await expect(page.getByText(second.email)).toHaveCount(0)
  await page.goto('/businesses')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([NORTHWIND])
})

test('switching the business shows no frame with figures under the wrong name', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active', [FERN]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/businesses')
  await page.getByRole('button', { name: 'Connect another business' }).click()
  await allow(page, FERN)
  await expect(page.getByRole('heading', { level: 1, name: `Connected to ${FERN}` })).toBeVisible()
  await page.goto('/')
  await expect(page.getByText(/has no activity in Harbour yet/)).toBeVisible()
  await takenOver(page)
  await page.evaluate(() => {
    const frames: [string, string][] = []
    Object.assign(window, { frames_: frames })
    const look = () => {
      const card = document.querySelector('.overview')
      frames.push([document.querySelector('h1')?.textContent ?? '', card?.textContent ?? ''])
      requestAnimationFrame(look)
    }
    look()
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  for (const name of [NORTHWIND, FERN, NORTHWIND]) {
    await page.getByRole('link', { name: `Show ${name}` }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText(/has no activity in Harbour yet/)).toBeVisible()
  }
  const frames = await page.evaluate(() => (window as unknown as { frames_: [string, string][] }).frames_)
  expect(frames.length).toBeGreaterThan(10)
  expect(frames.filter(([title, card]) => title === NORTHWIND && card.includes(FERN))).toEqual([])
  expect(frames.filter(([title, card]) => title === FERN && card.includes(NORTHWIND))).toEqual([])
})

test('the complete flow works with the keyboard alone', async ({ page, makePerson }) => {
  const person = await makePerson({ [NORTHWIND]: 'active', [FERN]: 'active' })
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await tabTo(page, connectButton(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Harbour' })).toBeVisible()
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(person.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /Counterfoil/ })).toBeVisible()
  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await tabTo(page, page.getByRole('button', { name: 'Allow access' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Connected to/ })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'See overview' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page, statusBadge(page), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Connection to/ })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: /^Disconnect / }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Disconnect / })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Stay connected' }))
})

/** Presses Tab until the element has focus with a visible ring. @throws if it never has */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let count = 0; count < 60; count += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

test('the same failure twice in ten minutes shows help instead of the same button', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ 'Old Harbour Books': 'lapsed' })
  for (let round = 0; round < 2; round += 1) {
    await page.goto('/')
    await connectButton(page).click()
    if (round === 0) await signIn(page, person)
    await page.getByRole('button', { name: 'Tell Counterfoil “not now”' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'No business to connect yet' })).toBeFocused()
  }
  await expect(page.getByText('It ended the same way twice')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use another account' })).toHaveCount(0)
})
