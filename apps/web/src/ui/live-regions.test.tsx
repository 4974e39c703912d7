import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { LiveRegions, useAnnouncer, useSaid } from './live-regions.tsx'

function Buttons() {
  const { announce, alert } = useAnnouncer()
  return (
    <>
      <button type="button" onClick={() => announce('Saved.')}>
        announce
      </button>
      <button type="button" onClick={() => alert('Not saved.')}>
        alert
      </button>
    </>
  )
}
const press = (name: string) => act(() => screen.getByRole('button', { name }).click())

describe('the live regions', () => {
  it('exist before the first message, since a region that appears with its text is not read', () => {
    render(<LiveRegions>{null}</LiveRegions>)
    expect(screen.getByRole('status').textContent).toBe('')
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  it('announce in the matching region and leave the other empty', () => {
    render(
      <LiveRegions>
        <Buttons />
      </LiveRegions>,
    )
    press('announce')
    expect(screen.getByRole('status').textContent).toBe('Saved.')
    expect(screen.getByRole('alert').textContent).toBe('')
    press('alert')
    expect(screen.getByRole('alert').textContent).toBe('Not saved.')
  })

  it('announce the same text twice, with an inaudible difference', () => {
    render(
      <LiveRegions>
        <Buttons />
      </LiveRegions>,
    )
    const texts = [1, 2, 3].map(() => {
      press('announce')
      return screen.getByRole('status').textContent
    })
    expect(new Set(texts).size).toBe(2)
    expect(texts[0]).not.toBe(texts[1])
    expect(texts[1]).not.toBe(texts[2])
    expect(texts.map((text) => text?.trim())).toEqual(['Saved.', 'Saved.', 'Saved.'])
  })

  it('announce what a page shows when it appears and changes, and remove it when it disappears', () => {
    const said: string[] = []
    const say = (text: string) => {
      said.push(text)
      return () => void said.push(`not ${text}`)
    }
    function Shows(props: { readonly text: string | undefined }) {
      const [, render] = useState(0)
      useSaid(say, props.text)
      return (
        <button type="button" onClick={() => render((count) => count + 1)}>
          again
        </button>
      )
    }
    const { rerender } = render(<Shows text={undefined} />)
    rerender(<Shows text="One." />)
    press('again')
    rerender(<Shows text="Two." />)
    rerender(<Shows text={undefined} />)
    rerender(<Shows text="" />)
    rerender(<Shows text="Two." />)
    expect(said).toEqual(['One.', 'not One.', 'Two.', 'not Two.', 'Two.'])
  })

  it('remove only the latest message, also if it was repeated', () => {
    const takeBack: (() => void)[] = []
    function Says() {
      const { announce } = useAnnouncer()
      const say = (text: string) => takeBack.push(announce(text))
      return (
        <>
          <button type="button" onClick={() => say('Down.')}>
            down
          </button>
          <button type="button" onClick={() => say('Up.')}>
            up
          </button>
        </>
      )
    }
    render(
      <LiveRegions>
        <Says />
      </LiveRegions>,
    )
    press('down')
    press('up')
    act(() => takeBack[0]?.())
    expect(screen.getByRole('status').textContent).toBe('Up.')
    press('up')
    act(() => takeBack[1]?.())
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('do nothing outside of a page, without an error', () => {
    render(<Buttons />)
    press('announce')
    expect(screen.queryByRole('status')).toBeNull()
  })
})
