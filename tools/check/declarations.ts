import { isBuiltin } from 'node:module'

const IMPORT = /(?:^(?:import|export)\s[^"';]*\sfrom\s*|^import\s*|\bimport\()["']([^"']+)["']/gm

/**
 * Returns the packages that a declaration file imports but its package does not have: TypeScript treats their types as `any`.
 *
 * @param hasPackage Returns whether the package of the declaration can import another one, by name.
 */
export function findLooseImports(
  declaration: string,
  hasPackage: (name: string) => boolean,
): readonly string[] {
  const names = [...declaration.matchAll(IMPORT)].flatMap(([, specifier = '']) => {
    if (/^[.#]/.test(specifier) || isBuiltin(specifier)) return []
    const [first = '', second = ''] = specifier.split('/')
    return [first.startsWith('@') ? `${first}/${second}` : first]
  })
  return [...new Set(names)].filter((name) => !hasPackage(name))
}
