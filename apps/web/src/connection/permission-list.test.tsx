import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { startFakeBff } from '#testing/app-fixture.ts'
import { sampleConnection, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()
const open = (scopes: readonly string[], path = '/settings/connection') => {
  bff.session = signedInSession([sampleConnection({ scopes: [...scopes] })], {
    idleEndsAt: null,
    optionalScopes: [],
  })
  bff.open(path)
}
const sees = () => screen.getByRole('region', { name: 'What Counterfoil can see' })
const lines = () => within(sees()).queryAllByRole('listitem')

describe('the list of permissions', () => {
  it('names each permission in plain words, with its contents', () => {
    open(['business:read', 'product:read'])
    expect(lines().map(({ textContent }) => textContent)).toEqual([
      'Business detailsName, address, currency',
      'Products and servicesNames and prices',
    ])
  })

  it('is split into reading, changing and sending, each with its own icon, if changes are allowed', () => {
    open(['invoice:read', 'invoice:write', 'invoice:send', 'customer:write'])
    const headings = within(sees()).getAllByRole('heading', { level: 3 })
    expect(headings.map(({ textContent }) => textContent)).toEqual(['What it can change', 'What it can send'])
    const lists = within(sees()).getAllByRole('list')
    expect(lists.map((list) => within(list).getAllByRole('listitem').length)).toEqual([1, 2, 1])
    const signs = new Set(lines().map((line) => line.querySelector('path')?.getAttribute('d')))
    expect(signs.size).toBe(2)
    expect(screen.queryByText('It can’t move money, change your books, or see your password.')).toBeNull()
  })

  it('states what never happens only if nothing may be changed', () => {
    open(['business:read'])
    expect(
      within(sees()).getByText('It can’t move money, change your books, or see your password.'),
    ).toBeTruthy()
  })

  it('lists a permission without a known name, too', () => {
    open(['business:read', 'payroll:read'])
    expect(lines().at(-1)?.textContent).toBe('Something elseA permission this page has no name for')
  })

  it('omits permissions that show no data', () => {
    open(['business:read', 'offline_access'])
    expect(lines()).toHaveLength(1)
  })

  it('hides its icons from screen readers: each has text beside it', () => {
    open(['business:read'])
    expect(lines()[0]?.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  })
})
