-- Which shells users have: files of the release store that operators write, one per deployment, and nobody changes.
-- Releases are compared with them by name (docs/decisions/0124), so a team must not be able to say that a shell is in
-- use that holds up another team, or that none is.
-- It says of the caller alone whether they run the portal.
grant execute on function private.nemus_is_operator() to authenticated;

create policy "operators publish shells" on storage.objects for insert to authenticated
  with check (bucket_id = 'nemus-releases' and split_part(name, '/', 1) = 'shells' and private.nemus_is_operator());
