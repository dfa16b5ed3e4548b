# Completes bank and ./bank in bash: source config/completion/bank.bash. In zsh: autoload -U bashcompinit && bashcompinit
# before that. The options are generated: HelpPagesTest holds them against the commands.
_bank() {
  local word=${COMP_WORDS[COMP_CWORD]} options= commands
  commands='atm backup bench certify client demo doctor follow found headquarters key lab nation probe restore serve simulate status stop sweep token tpcc verify'
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "$commands --help --version" -- "$word"))
    return
  fi
  # Anything but an option or a subcommand is completed as the name of a file.
  [[ $word == -* ]] || ((COMP_CWORD == 2)) || return
  case ${COMP_WORDS[1]} in
    atm) options='--connections --duration --help --json --no-funding --report --scenario --seed --terminals --think --token-file --url --version' ;;
    backup) options='--data --help --json --to --token-file --url --version' ;;
    bench) options='--accounts --batch --calls --chart --compare --database-commit --database-user --directory --duration --help --in-flight --journal --json --key-window --ledger --open-loop --patience --rate --replay-max --seconds --seed --sql-batch --stagger --streams --token-file --url --version --warm-up --warmup' ;;
    certify) options='--branches --data --help --json --ledger --loads --minutes --mirror --preset --price --report --seed --terminals --think --token-file --url --version --warm-up' ;;
    client) options='--account --all --amount --branch --cursor --from --help --json --keep-going --key --limit --original-key --performed --reference --resend-for --target --teller --to --token-file --type --url --version balance debit-credit deposit info lookup reverse statement transfer withdraw' ;;
    demo) options='--branches --connections --console --duration --help --json --kill --ledger --preset --report --scenario --seconds --seed --terminals --think --token-file --url --version' ;;
    doctor) options='--accept-key-loss-through --accept-keys-from --accept-lone-copy --accept-loss-after --address --branches --data --found --grpc-port --help --journal --json --ledger --mirror --port --preset --projection --rate --version' ;;
    follow) options='--cursor-file --from-now --help --once --tls --token-file --url --version' ;;
    found) options='--branches --data --help --journal --json --ledger --mirror --preset --projection --version' ;;
    headquarters) options='--day-ends --directory --help --json --once --page-port --region --settle-max --tls --token-file --version --zone' ;;
    key) options='--count --help --version' ;;
    lab) options='--database-user --directory --duration --help --json --ledger --log-directory --preset --report --rounds --seconds --sql-batch --version' ;;
    nation) options='--atms --branches --directory --duration --heap --help --json --kill --ledger --out-of-town --regions --report --seconds --seed --think --version' ;;
    probe) options='--duration --help --json --mb-per-s --report --rpm --seconds --seek-ms --version' ;;
    restore) options='--data --help --journal --json --key-window --position --version' ;;
    serve) options='--accept-key-loss-through --accept-keys-from --accept-lone-copy --accept-loss-after --address --branches --data --found --grpc-port --help --journal --ledger --mirror --port --preset --projection --version' ;;
    simulate) options='--help --json --regions --seed --seeds --version' ;;
    status) options='--help --json --token-file --url --version --wait' ;;
    stop) options='--data --help --json --timeout --version' ;;
    sweep) options='--accounts --batch --calls --chart --database-commit --database-user --directory --from --help --in-flight --journal --json --key-window --ledger --patience --replay-max --seed --streams --token-file --url --version --warm-up --warmup' ;;
    token) options='--help --name --role --version' ;;
    tpcc) options='--after-load --database --duration --from --help --in-flight --json --mix --no-think --patience --rate --report --seed --streams --terminals --token-file --url --version --warehouses --warm-up --warmup check load run sweep' ;;
    tpcc-serve) options='--address --database --group-commits --grpc-port --help --password-file --threads --user --version' ;;
    verify) options='--bank.database.password-file --bank.database.user --help --json --ledger --version' ;;
    # end of commands
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    COMPREPLY=($(compgen -W "$options" -X '-*' -- "$word"))
  fi
}
complete -o default -F _bank bank
