-- Since when an enquiry is timed that was not before, or not from its first day: its customer has asked once more, or it was merged with one that is timed.
alter table leads add column asked_again_at timestamptz(3);
