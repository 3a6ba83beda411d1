/** Why there is no backup, or why it is not restored, in a sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}
