// The fields that all records of content have beside those of their resource, for the service and the panel.

/** Writes ignore them, so that a record can be sent back as it was read. */
export const READ_ONLY_FIELDS = ['id', 'version', 'created_at', 'updated_at'] as const

/** Fields that only roles with the `publish` action may set. */
export const PUBLISH_FIELDS: readonly string[] = ['status', 'published_at', 'unpublish_at', 'author_id']

/** Fields that only admins may set, and that a PUT without them leaves unchanged. */
export const ADMIN_FIELDS: readonly string[] = ['position', 'hidden', ...PUBLISH_FIELDS]
