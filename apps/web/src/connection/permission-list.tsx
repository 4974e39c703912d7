import { Icon } from '#ui/icon.tsx'
import { permissionWords } from '#words/permission-words.ts'
import { useWords } from '#words/words.tsx'

/** What may be seen, in plain words, one line each. */
export function PermissionList(props: { readonly values: readonly string[]; readonly brief?: boolean }) {
  const { t } = useWords()
  return (
    <ul className="permissions">
      {permissionWords(props.values, t).map((permission) => (
        <li key={permission.key}>
          <Icon name={permission.changes ? 'pen' : 'eye'} />
          <span>
            <span className="permission-name">{permission.name}</span>
            {props.brief !== true && <span className="note">{permission.detail}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
