/** Actions of the audit log that have a name in both languages; others are shown by their code. */
export const AUDIT_ACTIONS = [
  'content.delete',
  'content.restore',
  'content.purge',
  'content.publish',
  'content.unpublish',
  'media.delete',
  'media.restore',
  'media.purge',
  'item.create',
  'item.update',
  'inventory.receipt',
  'inventory.issue',
  'inventory.adjustment',
  'preview.create',
  'preview.revoke',
  'role.assign',
  'role.remove',
  'user.create',
  'user.update',
  'user.delete',
  'oidc_admin.bind',
] as const

/** The entities of actions, beside the resources of the schema. */
export const AUDIT_ENTITIES = [
  'users',
  'admin_users',
  'media',
  'inventory_items',
  'inventory_transactions',
  'quotes',
] as const
