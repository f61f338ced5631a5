// Loaded before the server. It removes syncs of its database. The power-cut test must notice that, because otherwise it
// would notice nothing.
import { DatabaseSync } from 'node:sqlite'

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function weakened(sql) {
  exec.call(this, sql.replace('synchronous = full', 'synchronous = normal'))
}
