import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { button, comeBack, follow, formOf, heading, startFakeBff } from '#testing/app-fixture.ts'
import { sampleConnection, sampleSession, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()
const northwind = sampleConnection()
const fern = sampleConnection({ id: asConnectionId('fern'), businessName: 'Fern & Co' })
const two = signedInSession([northwind, fern], { idleEndsAt: null })
const banner = () => within(screen.getByRole('banner'))
const others = () => document.querySelector<HTMLDetailsElement>('header details')

describe('the business shown on a page', () => {
  it('is shown by name only if the person has no other', () => {
    bff.open('/b/northwind/profile')
    expect(banner().getByText('Northwind Trading')).toBeTruthy()
    expect(others()).toBeNull()
  })

  it('is that of the address, not the one used last', () => {
    bff.session = two
    bff.open('/b/fern/')
    expect(heading()).toBe('Fern & Co')
    expect(banner().getByText('Fern & Co')).toBeTruthy()
  })

  it('stays that of the address when another tab opens another business', async () => {
    bff.session = two
    bff.open('/b/northwind/businesses')
    bff.session = { ...two, selectedConnectionId: fern.id, csrfToken: 'read again' }
    comeBack()
    await waitFor(() =>
      expect(document.querySelector<HTMLInputElement>('input[name=csrf]')?.value).toBe('read again'),
    )
    expect(banner().getByText('Northwind Trading')).toBeTruthy()
    expect(location.pathname).toBe('/b/northwind/businesses')
    follow('Overview')
    expect(heading()).toBe('Northwind Trading')
  })

  it('is the one used last if the address names none, and is then added to the address', () => {
    bff.session = { ...two, selectedConnectionId: fern.id }
    bff.open('/businesses?from=mail#end')
    expect(heading()).toBe('Businesses')
    expect(location.href).toMatch(/\/b\/fern\/businesses\?from=mail#end$/)
  })

  it('changes on the same page by one press, without a request before', async () => {
    bff.session = two
    bff.open('/b/northwind/settings/connection')
    follow('Fern & Co')
    expect(heading()).toBe('Connection to Fern & Co')
    expect(location.pathname).toBe('/b/fern/settings/connection')
    await waitFor(() => expect(bff.count('POST /api/connections/fern/use')).toBe(1))
    expect(others()?.open).toBe(false)
  })

  it.each(['/invoices/1', '/customers/new', '/customers/a/edit'])(
    'changes to the overview of the other business from a page about one record: %s',
    (page) => {
      bff.session = two
      bff.open(`/b/northwind${page}`)
      expect(screen.getByRole('link', { name: 'Fern & Co' }).getAttribute('href')).toBe('/b/fern/')
    },
  )

  it('closes the business menu on Escape and on a press outside of it', () => {
    bff.session = two
    bff.open('/b/northwind/')
    for (const close of [
      () => fireEvent.keyDown(document.body, { key: 'Escape' }),
      () => fireEvent.pointerDown(screen.getByRole('main')),
    ]) {
      others()?.setAttribute('open', '')
      fireEvent.pointerDown(screen.getByRole('link', { name: 'Fern & Co' }))
      expect(others()?.open).toBe(true)
      close()
      expect(others()?.open).toBe(false)
    }
  })
})

describe('a link to a business', () => {
  it('offers to connect a business that the reader has not connected, and links to their own businesses', () => {
    bff.open('/b/colleagues/invoices')
    expect(heading()).toBe('This business isn’t connected')
    expect(document.body.textContent).not.toContain('Northwind')
    expect(formOf(button('Connect this business'))).toMatchObject({
      intent: 'connect',
      business: 'colleagues',
      return_to: '/b/colleagues/invoices',
    })
    follow('Overview')
    expect(heading()).toBe('Northwind Trading')
    expect(location.pathname).toBe('/b/northwind/')
  })

  it('asks a signed-out visitor to sign in, and then opens the link', () => {
    bff.session = sampleSession()
    bff.open('/b/northwind/invoices')
    const meant = { business: 'northwind', return_to: '/b/northwind/invoices' }
    expect(formOf(button('Sign in'))).toMatchObject({ intent: 'sign_in', ...meant })
    expect(formOf(button('Connect a business'))).toMatchObject({ intent: 'connect', ...meant })
  })

  it('opens another business if the linked one was removed from the list', async () => {
    bff.session = signedInSession(
      [
        {
          ...northwind,
          state: 'disconnected',
          reason: 'by_user',
          revocation: 'confirmed',
          endsUnusedAt: null,
        },
        fern,
      ],
      { idleEndsAt: null },
    )
    bff.answers('POST /api/connections/:id/dismiss', () => (bff.session = signedInSession([fern])))
    bff.open('/b/northwind/businesses')
    fireEvent.click(button('Remove Northwind Trading from this list'))
    await waitFor(() => expect(location.pathname).toBe('/b/fern/businesses'))
    expect(heading()).toBe('Businesses')
  })
})
