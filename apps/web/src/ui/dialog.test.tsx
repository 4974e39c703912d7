import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

const dialog = () => screen.getByRole<HTMLDialogElement>('dialog')
const cancel = () => {
  const event = new Event('cancel', { cancelable: true })
  fireEvent(dialog(), event)
  return event
}

describe('a dialog', () => {
  it('is modal, opened once, and labelled by its heading', () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    const page = render(
      <Dialog title="Still there?" actions={<button type="button">Stay</button>}>
        !
      </Dialog>,
    )
    page.rerender(
      <Dialog title="Still there?" actions={<button type="button">Stay</button>}>
        ?
      </Dialog>,
    )
    expect(showModal).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('dialog', { name: 'Still there?' })).toBe(dialog())
    expect(dialog().open).toBe(true)
  })

  it('restores focus to the previous element', () => {
    const opener = document.createElement('button')
    document.body.append(opener)
    opener.focus()
    const page = render(
      <Dialog title="A" actions={<button type="button">Stay</button>}>
        !
      </Dialog>,
    )
    screen.getByRole('button', { name: 'Stay' }).focus()
    page.unmount()
    expect(document.activeElement).toBe(opener)
  })

  it('reports Escape, and stays open until it is unmounted', () => {
    const onClose = vi.fn<() => void>()
    render(
      <Dialog title="A" onClose={onClose} actions={null}>
        !
      </Dialog>,
    )
    expect(cancel().defaultPrevented).toBe(true)
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(dialog().open).toBe(true)
  })

  it('without a close handler does not close on Escape', () => {
    render(
      <Dialog title="A" actions={null}>
        !
      </Dialog>,
    )
    expect(cancel().defaultPrevented).toBe(true)
    expect(dialog().open).toBe(true)
  })

  it('is closed when it is unmounted, so that nothing behind it stays inert', () => {
    const close = vi.spyOn(HTMLDialogElement.prototype, 'close')
    render(
      <Dialog title="A" actions={null}>
        !
      </Dialog>,
    ).unmount()
    expect(close).toHaveBeenCalledTimes(1)
  })
})
