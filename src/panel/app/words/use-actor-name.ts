import { useWords } from './words-context.tsx'

const SYSTEM_ACTORS = {
  demo: 'actor_demo',
  'first start': 'actor_first_start',
  import: 'actor_import',
  'create-admin': 'actor_create_admin',
  invitation: 'actor_invitation',
  'password reset': 'actor_password_reset',
  restore: 'actor_restore',
} as const

const isSystemActor = (name: string): name is keyof typeof SYSTEM_ACTORS => Object.hasOwn(SYSTEM_ACTORS, name)

type Act = { actor: string; actor_id: number | string | null }

/** The name of an account, or the part of the service that acted by itself, in the language of the interface. */
export function useActorName() {
  const t = useWords('shell')
  return ({ actor, actor_id }: Act) =>
    actor_id === null && isSystemActor(actor) ? t(SYSTEM_ACTORS[actor]) : actor
}

const TOKEN = /^token "(.*)"$/

/** Puts the `via` of an audit row or quote event, an API token, into words. */
export function useViaText() {
  const t = useWords('shell')
  return (via: string) => {
    const name = TOKEN.exec(via)?.[1]
    return name === undefined ? via : t('with_token', { name })
  }
}

/** The parts of the service that act by themselves: as they are stored, with their names. */
export function useSystemActors(): { stored: string; name: string }[] {
  const t = useWords('shell')
  return Object.entries(SYSTEM_ACTORS).map(([stored, word]) => ({ stored, name: t(word) }))
}
