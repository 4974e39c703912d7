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

describe('the business that a page shows', () => {
  it('is named alone where the person has no other', () => {
    bff.open('/b/northwind/profile')
    expect(banner().getByText('Northwind Trading')).toBeTruthy()
    expect(others()).toBeNull()
  })

  it('is the one of the address, whichever was used last', () => {
    bff.session = two
    bff.open('/b/fern/')
    expect(heading()).toBe('Fern & Co')
    expect(banner().getByText('Fern & Co')).toBeTruthy()
  })

  it('stays the one of the address when another tab opens another', async () => {
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

  it('is the one used last where an address names none, and is in the address then', () => {
    bff.session = { ...two, selectedConnectionId: fern.id }
    bff.open('/businesses?from=mail#end')
    expect(heading()).toBe('Businesses')
    expect(location.href).toMatch(/\/b\/fern\/businesses\?from=mail#end$/)
  })

  it('is another one at the same page by a press, and nothing of it is sent before', async () => {
    bff.session = two
    bff.open('/b/northwind/settings/connection')
    follow('Fern & Co')
    expect(heading()).toBe('Connection to Fern & Co')
    expect(location.pathname).toBe('/b/fern/settings/connection')
    await waitFor(() => expect(bff.count('POST /api/connections/fern/use')).toBe(1))
    expect(others()?.open).toBe(false)
  })

  it.each(['/invoices/1', '/customers/new', '/customers/a/edit'])(
    'is another one on its overview from a page about one thing: %s',
    (page) => {
      bff.session = two
      bff.open(`/b/northwind${page}`)
      expect(screen.getByRole('link', { name: 'Fern & Co' }).getAttribute('href')).toBe('/b/fern/')
    },
  )

  it('hides the names of the others at Escape and at a press beside them', () => {
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
  it('that the reader has not connected offers to connect that one, and leads on to their own', () => {
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

  it('asks who is not signed in to sign in, and leads there then', () => {
    bff.session = sampleSession()
    bff.open('/b/northwind/invoices')
    const meant = { business: 'northwind', return_to: '/b/northwind/invoices' }
    expect(formOf(button('Sign in'))).toMatchObject({ intent: 'sign_in', ...meant })
    expect(formOf(button('Connect a business'))).toMatchObject({ intent: 'connect', ...meant })
  })

  it('that is taken off the list leads nowhere: the page is one of the others', async () => {
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
