/** Named in `index.html`, whose inline script keeps the press: nothing of the app is there yet at that time. */
declare global {
  interface Window {
    earlyPress?: {
      /** The last button pressed that needs the script. */
      button: HTMLElement | null
      /** What was chosen in lists of choices. */
      chosen: Map<HTMLSelectElement, string>
      stop: () => void
    }
  }
}

/**
 * Ends the keeping of presses and choices, because React sees them from here on.
 *
 * @returns Chooses what was chosen, and presses the kept button, where they are still on the page.
 */
export function takeEarlyPress(): () => void {
  const kept = window.earlyPress
  kept?.stop()
  return () => {
    for (const [select, value] of kept?.chosen ?? []) {
      if (!select.isConnected) continue
      // The page that was taken over has put back what the server knew.
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
    kept?.chosen.clear()
    const button = kept?.button
    if (kept !== undefined) kept.button = null
    if (button?.isConnected === true) button.click()
  }
}
