/** Named in `index.html`, whose inline script keeps the press: nothing of the app is there yet at that time. */
declare global {
  interface Window {
    earlyPress?: {
      /** The last button pressed that needs the script. */
      button: HTMLElement | null
      stop: () => void
    }
  }
}

/**
 * Ends the keeping of presses, because React sees them from here on.
 *
 * @returns Presses the kept button, if there was one and it is still on the page.
 */
export function takeEarlyPress(): () => void {
  const kept = window.earlyPress
  kept?.stop()
  return () => {
    const button = kept?.button
    if (kept !== undefined) kept.button = null
    if (button?.isConnected === true) button.click()
  }
}
