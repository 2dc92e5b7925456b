// Who acts: a signed-in admin user, or the service itself (first start, command line).
export type Role = 'admin' | 'creator'

export type UserActor = { kind: 'user'; id: number; name: string; role: Role; tokenVersion: number }

export type Actor = UserActor | { kind: 'system'; name: string }

export const actorId = (actor: Actor) => (actor.kind === 'user' ? actor.id : null)
