-- No lab can be reached under a reserved shortname, and none may imitate another by mixing scripts. The lab gets back the
-- name it registered with; the former one stays an alias.
INSERT INTO lab_shortnames (shortname, ocl_id)
  SELECT 'lab-' || token_id, ocl_id FROM labs
  WHERE shortname = 'new' OR shortname ~ '[^a-z0-9-]' AND shortname ~ '[a-z\u0370-\u058f\u10a0-\u10ff\u13a0-\u13fd\u2c80-\u2cff]'
  ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE labs SET shortname = 'lab-' || token_id
  WHERE (shortname = 'new' OR shortname ~ '[^a-z0-9-]' AND shortname ~ '[a-z\u0370-\u058f\u10a0-\u10ff\u13a0-\u13fd\u2c80-\u2cff]')
    AND EXISTS (SELECT FROM lab_shortnames s WHERE s.shortname = 'lab-' || token_id AND s.ocl_id = labs.ocl_id);
