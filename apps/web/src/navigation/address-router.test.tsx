import { act, render, screen } from '@testing-library/react'
import { flushSync } from 'react-dom'
import { renderToString } from 'react-dom/server'
import { useLocation, useSearch } from 'wouter'
import { describe, expect, it } from 'vitest'
import { AddressRouter } from './address-router.tsx'

function Shown() {
  const [path] = useLocation()
  return <p>{`${path} ${useSearch()}`}</p>
}

const shown = () => screen.getByRole('paragraph').textContent

/** Changes the address, and returns what is shown before anything but urgent updates is rendered. */
function shownAtOnce(change: () => void): string | null {
  let text: string | null = null
  act(() => {
    flushSync(change)
    text = shown()
  })
  return text
}

describe('the address of the shown page', () => {
  const open = () => {
    history.replaceState(null, '', '/invoices?page=2')
    render(
      <AddressRouter url={undefined}>
        <Shown />
      </AddressRouter>,
    )
    expect(shown()).toBe('/invoices page=2')
  }

  it('stays until the next page is rendered, so that a press is painted first', () => {
    open()
    expect(shownAtOnce(() => history.pushState(null, '', '/customers?q=a'))).toBe('/invoices page=2')
    expect(shown()).toBe('/customers q=a')
  })

  it('changes at once if it is replaced', () => {
    open()
    expect(shownAtOnce(() => history.replaceState(null, '', '/invoices?page=3'))).toBe('/invoices page=3')
  })

  it('is that of the request on the server', () => {
    const page = (
      <AddressRouter url="/profile?a=b">
        <Shown />
      </AddressRouter>
    )
    expect(renderToString(page)).toBe('<p>/profile a=b</p>')
  })
})
