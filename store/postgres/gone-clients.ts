import type { ClientBase } from 'pg';

/**
 * For this user's further connections to this database, however they are made, and for this one, which a
 * pooler may keep.
 */
const NOTICE_GONE_CLIENTS = `DO $$BEGIN
  IF current_setting('client_connection_check_interval') = '0' THEN
    EXECUTE format('ALTER ROLE %I IN DATABASE %I SET client_connection_check_interval = 1000',
      session_user, current_database());
    PERFORM set_config('client_connection_check_interval', '1000', false);
  END IF;
END$$`;

/**
 * Makes the server look once a second whether the client of a statement that runs is still there. Otherwise
 * it would not notice while the statement waits for a lock: each that was given up, and each of a killed
 * process, would leave a connection behind, until the server has none for anybody. It is no parameter that
 * each session brings, because poolers refuse those.
 */
export async function noticeGoneClients(client: ClientBase): Promise<void> {
  // A server that cannot do this can do all else; or another instance is doing the same at this moment.
  await client.query(NOTICE_GONE_CLIENTS).catch(() => {});
}
