// Loaded before the server, it makes its database weak: what the power-cut rig has to notice, or it would be blind.
import { DatabaseSync } from 'node:sqlite'

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function weakened(sql) {
  exec.call(this, sql.replace('synchronous = full', 'synchronous = normal'))
}
