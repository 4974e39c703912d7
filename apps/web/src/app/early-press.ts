/** Declared by the inline script of `index.html`, which records presses before the app has loaded. */
declare global {
  interface Window {
    earlyPress?: {
      /** The last pressed button that needs the script. */
      button: HTMLElement | null
      /** The values chosen in `select` elements before hydration. */
      chosen: Map<HTMLSelectElement, string>
      stop: () => void
      stopChoosing: () => void
    }
  }
}

/**
 * Ends the recording of presses, because React handles them from now on: a press makes it hydrate the page at once. Choices are
 * recorded until hydration ends: it resets fields to the server's values, and React would take that reset for a choice.
 *
 * @returns A function that restores the choices and presses the recorded button, if they are still on the page.
 */
export function takeEarlyPress(): () => void {
  const kept = window.earlyPress
  kept?.stop()
  return () => {
    kept?.stopChoosing()
    for (const [select, value] of kept?.chosen ?? []) {
      if (!select.isConnected) continue
      // Hydration has reset the field to the value that the server knew.
      select.value = value
      for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
    }
    kept?.chosen.clear()
    const button = kept?.button
    if (kept !== undefined) kept.button = null
    if (button?.isConnected === true) button.click()
  }
}
