import { useCallback, useLayoutEffect, useState } from 'react'

const KEY = 'pictures-as-table'

/** Whether a picture is shown as a table: remembered on this device by the picture's name, for every business. */
export function useTableForm(picture: string): readonly [isTable: boolean, toggle: () => void] {
  const [isTable, setIsTable] = useState(false)
  // After the page of the server was hydrated, before it is painted again.
  useLayoutEffect(() => setIsTable(readNames().includes(picture)), [picture])
  const toggle = useCallback(() => {
    setIsTable((before) => {
      const others = readNames().filter((name) => name !== picture)
      keepNames(before ? others : [...others, picture])
      return !before
    })
  }, [picture])
  return [isTable, toggle]
}

function readNames(): readonly string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

/** A browser that keeps nothing forgets it with the page. */
function keepNames(names: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(names))
  } catch {
    return
  }
}
