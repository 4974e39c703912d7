/** Named in `index.html`, whose inline script keeps the press: nothing of the app is there yet at that time. */
declare global {
  interface Window {
    earlyPress?: {
      /** The last button pressed that needs the script. */
      button: HTMLElement | null
      /** What was chosen in lists of choices. */
      chosen: Map<HTMLSelectElement, string>
      stop: () => void
      stopChoosing: () => void
    }
  }
}

/**
 * Ends the keeping of presses, because React sees them from here on: a press makes it take the page over at once. What is
 * chosen is kept on until that is done: taking over puts back what the server knew, and React would hear of that as chosen.
 *
 * @returns Chooses what was chosen, and presses the kept button, where they are still on the page.
 */
export function takeEarlyPress(): () => void {
  const kept = window.earlyPress
  kept?.stop()
  return () => {
    kept?.stopChoosing()
    for (const [select, value] of kept?.chosen ?? []) {
      if (!select.isConnected) continue
      // The page that was hydrated has put back what the server knew.
      select.value = value
      for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
    }
    kept?.chosen.clear()
    const button = kept?.button
    if (kept !== undefined) kept.button = null
    if (button?.isConnected === true) button.click()
  }
}
