-- Also where no stem differs: `not` is no stem, and means something.
DROP TRIGGER search_changed_document ON search_documents;--> statement-breakpoint
CREATE TRIGGER search_changed_document AFTER UPDATE ON search_documents FOR EACH ROW EXECUTE FUNCTION search_on_document();
