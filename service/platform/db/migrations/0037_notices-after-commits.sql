-- Tells the connection that writes, once in a transaction and for each table, instead of sending a notice with the commit: PostgreSQL
-- makes such commits one after the other (docs/decisions/047-work-is-announced.md).
CREATE OR REPLACE FUNCTION announce_work() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE told text := 'labroom.told_' || TG_TABLE_NAME;
BEGIN
  IF coalesce(current_setting(told, true), '') = '' THEN
    PERFORM set_config(told, '1', true);
    RAISE NOTICE USING MESSAGE = TG_TABLE_NAME, ERRCODE = 'LR001';
  END IF;
  RETURN NULL;
END $$;
